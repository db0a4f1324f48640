package tare.generator.bayes;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.
 *
 * @param values in no order. Not copied.
 * @param vectors one per value, of length one. Not copied.
 */
record SymmetricEigen(double[] values, double[][] vectors) {

  private static final int MOST_SWEEPS = 30;
  private static final double SMALL = 1e-18;

  /** Of a matrix. @param matrix symmetric. Not modified. */
  static SymmetricEigen of(double[][] matrix) {
    int size = matrix.length;
    double[][] a = new double[size][];
    double[][] vectors = new double[size][size];
    double squares = 0;
    for (int i = 0; i < size; i++) {
      a[i] = matrix[i].clone();
      vectors[i][i] = 1;
      for (double entry : a[i]) {
        squares += entry * entry;
      }
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && beside(a) > SMALL * squares; sweep++) {
      for (int p = 0; p < size; p++) {
        for (int q = p + 1; q < size; q++) {
          rotate(a, vectors, p, q);
        }
      }
    }
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = a[i][i];
    }
    return new SymmetricEigen(values, vectors);
  }

  /** The squares beside the diagonal. */
  private static double beside(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += 2 * a[i][j] * a[i][j];
      }
    }
    return sum;
  }

  private static void rotate(double[][] a, double[][] vectors, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double cos = 1 / Math.sqrt(t * t + 1);
    double sin = t * cos;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = cos * kp - sin * kq;
      a[k][q] = sin * kp + cos * kq;
    }
    for (int k = 0; k < a.length; k++) {
      double pk = a[p][k];
      double qk = a[q][k];
      a[p][k] = cos * pk - sin * qk;
      a[q][k] = sin * pk + cos * qk;
      double v = vectors[p][k];
      vectors[p][k] = cos * v - sin * vectors[q][k];
      vectors[q][k] = sin * v + cos * vectors[q][k];
    }
  }
}
