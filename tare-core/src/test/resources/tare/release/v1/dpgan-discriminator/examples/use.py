# Weighted logistic regression on the synthetic rows. Needs pandas and statsmodels.
import pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf

target, levels = "readmitted", {"sex": ["female", "male"], "smoker": ["no", "yes"], "activity": ["none", "some", "much"], "diabetes": ["no", "yes"]}  # the first level of each is the reference
rows = pd.read_csv("../synthetic.csv", dtype=dict.fromkeys([*levels, *[target]], str), keep_default_na=False, na_values=[""]).dropna()
for c in levels:
    rows[c] = pd.Categorical(rows[c], levels[c]).remove_unused_categories()
rows[target] = (rows[target].astype(str) == "yes").astype(int)
terms = " + ".join('Q("%s")' % c for c in rows.columns if c not in (target, "weight", "log_weight"))
model = smf.glm('Q("%s") ~ ' % target + terms, rows, family=sm.families.Binomial(), var_weights=rows["weight"])
fit = model.fit(cov_type="HC0")
print(fit.summary())  # drop var_weights to see what the weights change
