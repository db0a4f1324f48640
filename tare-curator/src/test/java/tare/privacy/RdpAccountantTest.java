package tare.privacy;

class RdpAccountantTest extends AccountantContract {
  @Override
  Accountant accountant() {
    return new RdpAccountant();
  }
}
