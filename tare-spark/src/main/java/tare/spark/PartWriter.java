package tare.spark;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import tare.curator.RowBlocks;
import tare.curator.RowBlocks.Block;
import tare.inference.ReplicateWeights;
import tare.inference.Replicates;
import tare.release.Bundle;
import tare.release.PartedFolder;
import tare.release.PartedFolder.Part;
import tare.table.Table;
import tare.table.TableColumns;

/*
 * A part is the same whoever writes it and however often, so a task that is run again, or twice at
 * once, does no harm: each writes to a name of its own and then takes the part's place, and one that
 * finds it taken lets its own go.
 */

/** Draws a part of a large release and writes it, on whatever machine it runs. */
final class PartWriter implements Function<Integer, List<Part>> {

  private static final long serialVersionUID = 1L;

  /** Blocks in a part. */
  static final int BLOCKS = 4;

  private final Broadcast<byte[]> blocks;
  private final SerializableConfiguration hadoop;
  private final String folder;
  private final double logMean;

  /**
   * @param blocks the release's rows, yet to be drawn
   * @param folder where its parts belong
   * @param logMean the logarithm of the mean weight of all rows
   */
  PartWriter(
      Broadcast<byte[]> blocks, SerializableConfiguration hadoop, String folder, double logMean) {
    this.blocks = blocks;
    this.hadoop = hadoop;
    this.folder = folder;
    this.logMean = logMean;
  }

  /** How many parts a release has. */
  static int parts(RowBlocks blocks) {
    return (blocks.count() + BLOCKS - 1) / BLOCKS;
  }

  private static IntStream blocksOf(RowBlocks all, int part) {
    return IntStream.range(part * BLOCKS, Math.min(all.count(), (part + 1) * BLOCKS));
  }

  /** The sum of a part's weights, on the log scale. */
  static double logSum(RowBlocks all, int part) {
    return all.logSum(blocksOf(all, part).toArray());
  }

  @Override
  public List<Part> call(Integer part) throws IOException {
    RowBlocks all = Travel.read(blocks.value());
    List<Block> drawn = blocksOf(all, part).mapToObj(all::block).toList();
    List<Part> written = new ArrayList<>();
    Table rows = joined(drawn);
    double[] logWeights =
        drawn.stream().flatMapToDouble(block -> Arrays.stream(block.logWeights())).toArray();
    for (int r = 0; r < logWeights.length; r++) {
      logWeights[r] -= logMean;
    }
    written.add(
        write(
            PartedFolder.rowsName(part),
            out -> {
              if (all.weighted()) {
                PartedFolder.writeRows(rows, logWeights, out);
              } else {
                PartedFolder.writeRows(rows, out);
              }
            }));
    Optional<Replicates> replicates = replicates(drawn, logMean);
    if (replicates.isPresent()) {
      written.add(
          write(
              PartedFolder.replicatesName(part),
              out -> PartedFolder.writeReplicates(replicates.get(), out)));
    }
    return written;
  }

  /** Writes the rows of a release that are here. */
  static List<Part> own(Bundle release, FileSystem files, Path folder) throws IOException {
    List<Part> written = new ArrayList<>();
    written.add(
        write(
            files,
            folder,
            PartedFolder.rowsName(0),
            ".driver",
            out -> {
              if (release.weights().isPresent()) {
                PartedFolder.writeRows(
                    release.synthetic(),
                    release.weights().get().weights().normalised().logWeights(),
                    out);
              } else {
                PartedFolder.writeRows(release.synthetic(), out);
              }
            }));
    if (release.replicates().isPresent()) {
      written.add(
          write(
              files,
              folder,
              PartedFolder.replicatesName(0),
              ".driver",
              out -> PartedFolder.writeReplicates(release.replicates().get(), out)));
    }
    return written;
  }

  private static Table joined(List<Block> blocks) {
    int size = blocks.stream().mapToInt(block -> block.rows().rowCount()).sum();
    TableColumns columns = new TableColumns(blocks.get(0).rows().schema(), size);
    int at = 0;
    for (Block block : blocks) {
      for (int c = 0; c < block.rows().schema().columnCount(); c++) {
        for (int r = 0; r < block.rows().rowCount(); r++) {
          columns.put(c, at + r, block.rows().value(r, c));
        }
      }
      at += block.rows().rowCount();
    }
    return columns.finish();
  }

  private interface Content {
    void to(OutputStream out) throws IOException;
  }

  private Part write(String name, Content content) throws IOException {
    Path whole = new Path(folder);
    String attempt = "." + TaskContext.get().taskAttemptId();
    return write(files(whole, hadoop.value()), whole, name, attempt, content);
  }

  private static Part write(
      FileSystem files, Path folder, String name, String attempt, Content content)
      throws IOException {
    Path place = new Path(folder, name);
    Path own = new Path(place.getParent(), "_" + place.getName() + attempt);
    MessageDigest digest = sha256();
    try (OutputStream out =
        new DigestOutputStream(
            new BufferedOutputStream(files.create(own, true), 1 << 16), digest)) {
      content.to(out);
    }
    if (files.exists(place) || !files.rename(own, place)) {
      files.delete(own, false);
    }
    return new Part(name, HexFormat.of().formatHex(digest.digest()));
  }

  /** The file system of a place; on a disk of one's own without a file of checksums for each. */
  static FileSystem files(Path place, Configuration hadoop) throws IOException {
    FileSystem files = place.getFileSystem(hadoop);
    return files instanceof LocalFileSystem local ? local.getRaw() : files;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256.", e);
    }
  }

  /**
   * The replicate weights of a part's blocks: each block counts for what its own weights sum to.
   */
  private static Optional<Replicates> replicates(List<Block> blocks, double logMean) {
    if (blocks.get(0).replicates().isEmpty()) {
      return Optional.empty();
    }
    Replicates first = blocks.get(0).replicates().get();
    int size = blocks.stream().mapToInt(block -> block.rows().rowCount()).sum();
    float[][] weights = new float[first.count()][size];
    int at = 0;
    for (Block block : blocks) {
      double mean =
          Arrays.stream(block.logWeights()).map(w -> Math.exp(w - logMean)).average().orElse(1);
      ReplicateWeights own = block.replicates().orElseThrow().weights();
      for (int b = 0; b < own.count(); b++) {
        for (int r = 0; r < own.rows(); r++) {
          weights[b][at + r] = (float) (mean * own.weight(b, r));
        }
      }
      at += block.rows().rowCount();
    }
    return Optional.of(new Replicates(weights, first.covers(), first.leavesOut()));
  }
}
