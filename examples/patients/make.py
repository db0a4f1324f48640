"""Makes invented patients, no real person among them.

Run: python3 make.py > patients.csv
     python3 make.py 8 2000 > held-out.csv   # others of the same law, to judge a release by
"""
import math
import random
import sys

chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
print("age,sex,bmi,smoker,activity,systolic,cholesterol,diabetes,readmitted")
for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 6000):
    age = min(95, max(18, int(chance.gauss(48, 12) if chance.random() < 0.45 else chance.gauss(71, 9))))
    sex = "female" if chance.random() < 0.53 else "male"
    activity = chance.choices(["none", "some", "much"], [0.25 + age / 250, 0.5, 0.6 - age / 200])[0]
    slack = {"none": 1.8, "some": 0.0, "much": -1.7}[activity]
    bmi = min(55.0, max(14.0, chance.gauss(26.3 + slack + 0.03 * (age - 50), 3.9)))
    smoker = chance.random() < (0.27 if age < 65 else 0.12) * (1.25 if sex == "male" else 1.0)
    systolic = min(220, max(80, int(chance.gauss(96 + 0.47 * age + 0.55 * (bmi - 25), 12))))
    cholesterol = min(11.0, max(2.0, chance.gauss(4.1 + 0.018 * age + 0.05 * (bmi - 25), 0.9)))
    diabetes = chance.random() < 1 / (1 + math.exp(4.9 - 0.035 * age - 0.16 * (bmi - 25)))
    risk = -4.6 + 0.031 * age + 0.011 * (systolic - 120) + 0.7 * diabetes + 0.5 * smoker + 0.35 * (activity == "none")
    readmitted = chance.random() < 1 / (1 + math.exp(-risk))
    lab = "" if chance.random() < 0.06 else "%.1f" % cholesterol
    print(
        age, sex, "%.1f" % bmi, "yes" if smoker else "no", activity, systolic, lab,
        "yes" if diabetes else "no", "yes" if readmitted else "no", sep=",",
    )
