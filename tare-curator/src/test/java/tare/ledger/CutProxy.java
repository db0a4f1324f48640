package tare.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line between a client and a server that can be cut at any moment, whatever is on its way. */
final class CutProxy implements AutoCloseable {

  private final ServerSocket door;
  private final int server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  CutProxy(int server) throws IOException {
    this.server = server;
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    begin(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Cuts every connection at once; new ones are let through again. Gives how many there were. */
  int cut() {
    int cut = 0;
    for (Socket socket : open) {
      cut += open.remove(socket) ? 1 : 0;
      drop(socket);
    }
    return cut / 2;
  }

  @Override
  public void close() throws IOException {
    door.close();
    cut();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        open.add(client);
        try {
          Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
          open.add(upstream);
          begin(() -> pump(client, upstream));
          begin(() -> pump(upstream, client));
        } catch (IOException e) {
          drop(client); // the server is down
        }
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void pump(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // Cut, or the other side has gone: either way both ends go.
    } finally {
      drop(from);
      drop(to);
    }
  }

  private void drop(Socket socket) {
    open.remove(socket);
    try {
      socket.setSoLinger(true, 0); // what is on its way is lost
      socket.close();
    } catch (IOException e) {
      // Gone already.
    }
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }
}
