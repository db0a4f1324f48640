# Weighted logistic regression on the synthetic rows. Needs the package survey.
library(survey)

levels <- setNames(list(c("female", "male"), c("no", "yes"), c("none", "some", "much"), c("no", "yes")), c("sex", "smoker", "activity", "diabetes"))  # the first level of each is the reference
text <- c(names(levels), "readmitted")
rows <- na.omit(read.csv("../synthetic.csv", check.names = FALSE, na.strings = "", colClasses = setNames(rep("character", length(text)), text)))
for (name in names(levels)) rows[[name]] <- droplevels(factor(rows[[name]], levels[[name]]))
design <- svydesign(ids = ~1, weights = ~weight, data = rows)
terms <- setdiff(names(rows), c("readmitted", "weight", "log_weight"))
formula <- as.formula(paste("I(as.character(`readmitted`) == \"yes\")", "~", paste0("`", terms, "`", collapse = " + ")))
fit <- svyglm(formula, design, family = quasibinomial())
print(summary(fit))  # svymean(~x, design) gives a weighted mean
