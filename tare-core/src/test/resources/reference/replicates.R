# Makes replicates_r.csv: Rscript replicates.R > replicates_r.csv, from this folder. R with survey, nnet.
suppressMessages({library(survey); library(nnet)})
show <- function(job, names, est, se) for (i in seq_along(est))
  cat(sprintf("%s,%s,%.15g,%.15g\n", job, names[i], est[i], se[i]))
B <- 20
weights <- function(n) 0.5 + ((37 * seq_len(n)) %% 101) / 101
replicates <- function(n) sapply(seq_len(B), function(b) {
  r <- weights(n) * (0.6 + 0.8 * ((13 * seq_len(n) * (b + 7) + 29 * b) %% 97) / 97); r / mean(r) })
design <- function(rows) {
  rows$w <- weights(nrow(rows))
  svrepdesign(data = rows, weights = ~w, repweights = replicates(nrow(rows)), type = "other", scale = 1 / B,
    rscales = rep(1, B), combined.weights = TRUE, mse = TRUE)
}
cat(sprintf("# R %s.%s, survey %s, nnet %s; weights and %d replicates by formula; made by replicates.R\n",
  R.version$major, R.version$minor, packageVersion("survey"), packageVersion("nnet"), B))
cat("job,coefficient,estimate,se\n")

boston <- read.csv("../data/boston10.csv", comment.char = "#")
boston$old <- factor(ifelse(boston$age < 40, "new", ifelse(boston$age < 80, "mid", "old")), levels = c("new", "mid", "old"))
boston$price <- factor(ifelse(boston$medv < 17, "low", ifelse(boston$medv < 25, "mid", "high")), levels = c("low", "mid", "high"))
d <- design(boston)
fit <- svyglm(medv ~ crim + nox + rm * old + lstat + tax, d)
show("linear", names(coef(fit)), coef(fit), sqrt(diag(vcov(fit))))

bank <- read.csv("../data/banknote.csv", comment.char = "#")
fit <- svyglm(class ~ variance + skewness + curtosis + entropy, design(bank), family = quasibinomial(),
  epsilon = 1e-15, maxit = 100)
show("logistic", names(coef(fit)), coef(fit), sqrt(diag(vcov(fit))))

# nnet's quasi-Newton stops early, so Newton steps finish it.
f <- price ~ crim + nox + rm + old + lstat
X <- model.matrix(f, boston); Y <- model.matrix(~ price - 1, boston)[, -1]; p <- ncol(X)
newton <- function(w, ...) {
  b <- as.vector(t(coef(multinom(f, boston, weights = w, maxit = 5000, reltol = 1e-12, trace = FALSE))))
  for (i in 1:8) {
    E <- cbind(1, exp(X %*% matrix(b, p))); P <- (E / rowSums(E))[, -1]
    S <- cbind(X * (Y - P)[, 1], X * (Y - P)[, 2])
    H <- rbind(cbind(t(X) %*% (X * (w * P[, 1] * (1 - P[, 1]))), -t(X) %*% (X * (w * P[, 1] * P[, 2]))),
               cbind(-t(X) %*% (X * (w * P[, 1] * P[, 2])), t(X) %*% (X * (w * P[, 2] * (1 - P[, 2])))))
    b <- b + solve(H, colSums(w * S))
  }
  b
}
environment(f) <- environment()
r <- withReplicates(d, function(w, data) { assign("w", w, envir = environment(f)); newton(w) })
show("multinomial", c(paste0("mid:", colnames(X)), paste0("high:", colnames(X))), coef(r), SE(r))

m <- svymean(~ medv + crim, d); show("mean", names(coef(m)), coef(m), SE(m))
t <- svymean(~ interaction(old, price), d)
show("table", gsub("interaction\\(old, price\\)", "", names(coef(t))), coef(t), SE(t))
median <- function(x, w) { o <- order(x); x[o][which(cumsum(w[o]) >= 0.5 * sum(w))[1]] }
q <- withReplicates(d, function(w, data) median(data$lstat, w)); show("median", "lstat", coef(q), SE(q))
k <- withReplicates(d, function(w, data) cov.wt(cbind(data$lstat, data$medv), w, cor = TRUE)$cor[1, 2])
show("correlation", "lstat:medv", coef(k), SE(k))
