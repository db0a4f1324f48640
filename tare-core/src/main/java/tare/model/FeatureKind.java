package tare.model;

/** How rows become vectors of bounded length. */
public enum FeatureKind {
  /** Declared bounds scaled to one, levels as indicators: from the schema alone. */
  BOX,
  /** Centred and whitened by the synthetic rows, then clipped. */
  WHITENED
}
