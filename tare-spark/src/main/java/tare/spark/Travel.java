package tare.spark;

import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Values as bytes, by the serialiser that Spark sends functions with, whatever a cluster is set up
 * to send rows with: what is asked and what comes back must arrive as it was sent.
 */
final class Travel {

  private Travel() {}

  static byte[] bytes(Object value) {
    ByteBuffer written = serializer().serialize(value, tag());
    byte[] bytes = new byte[written.remaining()];
    written.get(bytes);
    return bytes;
  }

  static <T> T read(byte[] bytes) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return serializer().deserialize(ByteBuffer.wrap(bytes), loader, Travel.<T>tag());
  }

  private static SerializerInstance serializer() {
    return SparkEnv.get().closureSerializer().newInstance();
  }

  @SuppressWarnings("unchecked")
  private static <T> ClassTag<T> tag() {
    return (ClassTag<T>) ClassTag$.MODULE$.Any();
  }
}
