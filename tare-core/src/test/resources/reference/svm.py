# Makes svm_sklearn.csv: /usr/bin/python3 svm.py > svm_sklearn.csv, from this folder. Columns standardised with the
# weighted mean and sd; Gaussian kernel of gamma 1/p; C_i = w_i scaled to mean one; every 7th row used, decision values.
import numpy, pandas, sklearn
from sklearn.svm import SVC, SVR

def weights(n):
    w = 0.5 + (37 * numpy.arange(1, n + 1) % 101) / 101
    return w

def scaled(v, w):
    mean = numpy.average(v, axis=0, weights=w)
    return (v - mean) / numpy.sqrt(numpy.average((v - mean) ** 2, axis=0, weights=w))

print(f"# scikit-learn {sklearn.__version__}, libsvm with sample_weight, tol 1e-8; made by svm.py")
print("job,row,value")
bank = pandas.read_csv("../data/banknote.csv", comment="#").iloc[::7]
w = weights(len(bank)); w = w / w.mean()
x = scaled(bank.iloc[:, :4].to_numpy(), w); x = numpy.column_stack([numpy.zeros(len(x)), x])
fit = SVC(C=0.5, gamma=1 / 5, tol=1e-8).fit(x, bank["class"], sample_weight=w)
for i, v in enumerate(fit.decision_function(x)): print(f"svc,{i},{v:.10g}")
boston = pandas.read_csv("../data/boston10.csv", comment="#").iloc[::7]
w = weights(len(boston)); w = w / w.mean()
x = scaled(boston.iloc[:, :10].to_numpy(), w); x = numpy.column_stack([numpy.zeros(len(x)), x])
y = scaled(boston["medv"].to_numpy(), w)
fit = SVR(C=1, gamma=1 / 11, epsilon=0.1, tol=1e-8).fit(x, y, sample_weight=w)
for i, v in enumerate(fit.predict(x)): print(f"svr,{i},{v:.10g}")
