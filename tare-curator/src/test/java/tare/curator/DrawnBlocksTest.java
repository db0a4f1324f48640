package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.ledger.Ledger;
import tare.progress.Progress;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/** Blocks that were kept are the blocks that would be drawn again. */
class DrawnBlocksTest {

  private static final Schema SCHEMA = Plans.schema(OptionalLong.of(500));
  private static final long ROWS = RowBlocks.ROWS + 100L;

  private static final ReleaseRun.Release RELEASE =
      ReleaseRun.make(
          Plans.gate(Plans.rows(SCHEMA, 500), Ledger.inMemory(new PrivacyBudget(1, 1e-6))),
          Plans.plan("privbayes", "moments")
              .withHandling(WeightHandling.DEFAULTS.withReplicates(2))
              .withRows(500),
          Kept.NOTHING,
          Progress.SILENT);

  private static void assertSame(Table one, Table other) {
    assertThat(one.rowCount()).isEqualTo(other.rowCount());
    for (int c = 0; c < one.schema().columnCount(); c++) {
      assertThat(one.values(c)).containsExactly(other.values(c));
    }
  }

  @Test
  void aBlockThatWasKeptIsTheOneThatIsDrawn() {
    DrawnBlocks drawn = new DrawnBlocks();
    RowBlocks kept = RowBlocks.of(RELEASE, ROWS, drawn);
    RowBlocks fresh = RowBlocks.of(RELEASE, ROWS);
    assertThat(drawn.find(1)).isEmpty();
    for (int time = 0; time < 2; time++) {
      RowBlocks.Block one = kept.block(1);
      assertSame(one.rows(), fresh.block(1).rows());
      assertThat(one.replicates().orElseThrow().replicate(1))
          .containsExactly(fresh.block(1).replicates().orElseThrow().replicate(1));
      assertThat(drawn.find(1)).isPresent();
    }
    assertThat(drawn.find(0)).isEmpty();
  }

  /** The twin: what was kept is what is used, so a block of another number shows. */
  @Test
  void whatWasKeptIsUsed() {
    DrawnBlocks drawn = new DrawnBlocks();
    Table other = Plans.rows(SCHEMA, 800);
    drawn.keep(1, other);
    assertSame(drawn.find(1).orElseThrow(), other);
    Table rows = RowBlocks.of(RELEASE, ROWS, drawn).block(1).rows();
    assertThat(rows.values(0)).isNotEqualTo(RowBlocks.of(RELEASE, ROWS).block(1).rows().values(0));
    assertThat(other.values(0)).contains(rows.values(0));
  }

  /** Numbers, few and many levels, and missing cells of each. */
  @Test
  void everyCellIsReadBack() {
    List<String> many = IntStream.range(0, 300).mapToObj(i -> "l" + i).toList();
    Schema schema =
        new Schema(
            "cells",
            "person",
            List.of(
                new Column("number", new ColumnType.Numeric(-1e9, 1e9, List.of()), true),
                new Column(
                    "few", new ColumnType.Category(many.subList(0, 3), Optional.empty()), true),
                new Column("many", new ColumnType.Category(many, Optional.empty()), true)),
            OptionalLong.empty());
    double[][] values = {
      {Math.PI, Double.NaN, -1e9, 0}, {2, 0, Double.NaN, 1}, {299, 128, 0, Double.NaN}
    };
    Table rows = ColumnarTable.of(schema, values);
    DrawnBlocks drawn = new DrawnBlocks();
    drawn.keep(0, Plans.rows(SCHEMA, 3));
    drawn.keep(7, rows);
    assertSame(drawn.find(7).orElseThrow(), rows);
  }

  @Test
  void noMoreIsKeptThanWillBeAskedFor() {
    DrawnBlocks drawn = new DrawnBlocks();
    drawn.keep(0, Plans.rows(SCHEMA, 10));
    drawn.noMore();
    drawn.keep(1, Plans.rows(SCHEMA, 10));
    assertThat(drawn.find(0)).isPresent();
    assertThat(drawn.find(1)).isEmpty();
  }
}
