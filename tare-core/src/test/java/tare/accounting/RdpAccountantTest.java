package tare.accounting;

class RdpAccountantTest extends AccountantContract {
  @Override
  Accountant accountant() {
    return new RdpAccountant();
  }
}
