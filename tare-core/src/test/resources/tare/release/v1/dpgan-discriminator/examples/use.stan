// Weighted Bayesian updating: each synthetic row counts w[i] times. The columns of X are those of
// tare analyze --standardize: numbers standardised, 0 or 1 for every level of a factor but the first.
data {
  int<lower=1> N;
  int<lower=1> K;
  matrix[N, K] X;
  vector<lower=0, upper=1>[N] y;  // 0 or 1
  vector<lower=0>[N] w;
}
parameters {
  real alpha;
  vector[K] beta;
}
model {
  vector[N] eta = alpha + X * beta;
  alpha ~ normal(0, 1);
  beta ~ normal(0, 1);
  target += dot_product(w, y .* eta - log1p_exp(eta));  // bernoulli_logit, row by row
}
