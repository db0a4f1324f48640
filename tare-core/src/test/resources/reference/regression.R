# Makes regression_r.csv: Rscript regression.R > regression_r.csv, from this folder. R with survey, nnet.
suppressMessages({library(survey); library(nnet)})
show <- function(job, names, est, se) for (i in seq_along(est))
  cat(sprintf("%s,%s,%.15g,%.15g\n", job, names[i], est[i], se[i]))
weights <- function(n) 0.5 + ((37 * seq_len(n)) %% 101) / 101
cat(sprintf("# R %s.%s, survey %s, nnet %s; w_i = 0.5 + ((37 i) mod 101)/101; made by regression.R\n",
  R.version$major, R.version$minor, packageVersion("survey"), packageVersion("nnet")))
cat("job,coefficient,estimate,se\n")
options(survey.lonely.psu = "fail")

boston <- read.csv("../data/boston10.csv", comment.char = "#"); boston$w <- weights(nrow(boston))
boston$old <- factor(ifelse(boston$age < 40, "new", ifelse(boston$age < 80, "mid", "old")), levels = c("new", "mid", "old"))
f <- medv ~ crim + nox + rm * old + lstat + tax
fit <- svyglm(f, svydesign(ids = ~1, weights = ~w, data = boston))
show("linear", names(coef(fit)), coef(fit), sqrt(diag(vcov(fit))))

bank <- read.csv("../data/banknote.csv", comment.char = "#"); bank$w <- weights(nrow(bank))
fit <- svyglm(class ~ variance + skewness + curtosis + entropy, svydesign(ids = ~1, weights = ~w, data = bank),
  family = quasibinomial(), epsilon = 1e-15, maxit = 100)
show("logistic", names(coef(fit)), coef(fit), sqrt(diag(vcov(fit))))

# Three classes of price. nnet's quasi-Newton stops early, so Newton steps finish it; the sandwich is written out.
boston$price <- factor(ifelse(boston$medv < 17, "low", ifelse(boston$medv < 25, "mid", "high")), levels = c("low", "mid", "high"))
f <- price ~ crim + nox + rm + old + lstat
start <- multinom(f, boston, weights = boston$w, maxit = 5000, reltol = 1e-15, trace = FALSE)
X <- model.matrix(f, boston); Y <- model.matrix(~ price - 1, boston)[, -1]; w <- boston$w
b <- as.vector(t(coef(start))); p <- ncol(X)
parts <- function(b) {
  E <- cbind(1, exp(X %*% matrix(b, p))); P <- (E / rowSums(E))[, -1]
  S <- cbind(X * (Y - P)[, 1], X * (Y - P)[, 2])
  H <- rbind(cbind(t(X) %*% (X * (w * P[, 1] * (1 - P[, 1]))), -t(X) %*% (X * (w * P[, 1] * P[, 2]))),
             cbind(-t(X) %*% (X * (w * P[, 1] * P[, 2])), t(X) %*% (X * (w * P[, 2] * (1 - P[, 2])))))
  list(S = S, H = H)
}
for (i in 1:5) { q <- parts(b); b <- b + solve(q$H, colSums(w * q$S)) }
q <- parts(b); A <- solve(q$H); n <- nrow(X)
V <- A %*% crossprod(w * q$S) %*% A * n / (n - 1)
stopifnot(max(abs(b - as.vector(t(coef(start)))) / (1 + abs(b))) < 1e-3)
show("multinomial", c(paste0("mid:", colnames(X)), paste0("high:", colnames(X))), b, sqrt(diag(V)))

# Weighted means, medians and a table.
d <- svydesign(ids = ~1, weights = ~w, data = boston)
m <- svymean(~ medv + crim, d); show("mean", names(coef(m)), coef(m), SE(m))
t <- svymean(~ interaction(old, price), d); show("table", gsub("interaction\\(old, price\\)", "", names(coef(t))), coef(t), SE(t))
