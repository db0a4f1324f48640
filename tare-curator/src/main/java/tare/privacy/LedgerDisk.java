package tare.privacy;

import java.io.IOException;

/** The bytes of a ledger file: what the ledger asks of a disk, and where tests put crashes. */
interface LedgerDisk {

  /** All bytes, as a fresh reader would see them. */
  byte[] read() throws IOException;

  /** Adds bytes at the end. They may be lost, or kept in part, until {@link #force} returns. */
  void append(byte[] bytes) throws IOException;

  /** When this returns, all bytes appended so far survive a crash. */
  void force() throws IOException;
}
