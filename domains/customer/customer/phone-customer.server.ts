import { sql } from 'kysely';
import { plainPhone } from '#kit/fields/phone-number.ts';
import type { Tx } from '#kit/db/index.ts';
import { custState, custType } from './customer.codes.ts';

export interface PhoneOwner {
  readonly tenantId: string;
  /** A number that was proven. */
  readonly phone: string;
  /** What a new customer is called until somebody names them. */
  readonly name: string;
  readonly now: Date;
}

export interface PhoneCustomer {
  readonly custId: string;
  /** The customer is read-only, and the number has no account any more. */
  readonly isClosed: boolean;
}

/** The person with this phone number among the customers of a tenant, who is made where there is none. Two calls at the same time make one. */
export const customerOfPhone = async (tx: Tx, { tenantId, phone, name, now }: PhoneOwner): Promise<PhoneCustomer> => {
  const personal = sql.lit(custType.items.personal.value);
  await sql`insert into customer (tenant_id, cust_name, cust_type, cust_phone, currency, create_by, create_time)
    select t.tenant_id, ${name}, ${personal}, ${phone}, t.currency, 'driver', ${now} from tenant t where t.tenant_id = ${tenantId}
    on conflict (tenant_id, plain_phone(cust_phone)) where cust_type = ${personal} and not is_delete do nothing`.execute(tx);
  const { rows } = await sql<{
    custId: bigint;
    isClosed: boolean;
  }>`select cust_id, cust_state = ${sql.lit(custState.items.closed.value)} as is_closed from customer
    where tenant_id = ${tenantId} and plain_phone(cust_phone) = ${plainPhone(phone)} and cust_type = ${personal} and not is_delete`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`tenant ${tenantId} has no customer with this number`);
  return { ...row, custId: String(row.custId) };
};
