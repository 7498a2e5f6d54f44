/** An order of which an invoice may be asked for. Money is what its payer has paid and not got back, in minor units. */
export interface InvoiceableOrder {
  readonly orderId: string;
  readonly orderNo: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly custId: string | null;
  /** The same for orders of one payer. */
  readonly payerKey: string;
  /** By what people know the payer. */
  readonly payerName: string;
  readonly userMobile: string | null;
  readonly currency: string;
  readonly isSettled: boolean;
  readonly settledAt: Date | null;
  readonly chargedAt: Date;
  readonly stationName: string;
  readonly energyDwh: bigint;
  readonly elecCents: bigint;
  /** With the other fees. */
  readonly serviceCents: bigint;
}
