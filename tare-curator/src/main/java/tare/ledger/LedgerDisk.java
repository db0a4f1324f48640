package tare.ledger;

import java.io.Closeable;
import java.io.IOException;

/**
 * The few things a ledger asks of a disk. A seam: tests put a disk here that dies at any write and
 * keeps any part of what was not yet forced.
 */
interface LedgerDisk {

  /** Names the file in messages. */
  String name();

  /** Opens the file under a lock: shared to read, exclusive to write. Waits for the lock. */
  Handle open(boolean toWrite) throws IOException;

  /** An open, locked file. Closing gives the lock back. */
  interface Handle extends Closeable {

    long size() throws IOException;

    /** All bytes from a position to the end. */
    byte[] readFrom(long position) throws IOException;

    /** Writes at the end. Not durable yet, and after a crash any part of it may be there. */
    void append(byte[] bytes) throws IOException;

    /** When it returns, all that was appended is durable. */
    void force() throws IOException;
  }
}
