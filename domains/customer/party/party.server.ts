import { sql } from 'kysely';
import { mainPartType } from '#engines/order/codes.ts';
import type { MainPartType } from '#engines/order/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { accountType as accounts } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { plainPhone } from '#kit/fields/phone-number.ts';
import { normalizeCardNumber, WRONG_PASSWORDS_MAX } from '../card/card.rules.ts';
import { normalizeVin } from '../car/car.rules.ts';
import { carRow, cardRow, customerRow } from './party-sql.server.ts';
import type { PartyRow } from './party-sql.server.ts';
import { groupTagOf, stateOf } from './party.rules.ts';
import type { Party } from './party.ts';
import { custType } from '../customer/customer.codes.ts';
import { cardState } from '../card/card.codes.ts';

export interface PartyQuery {
  readonly tenantId: string;
  /** 0 none, 1 card, 2 VIN, 3 password (typed for a card), 4 phone user. */
  readonly accountType: number;
  readonly account: string;
  /** The VIN that the car itself sent; used as the account when no other is given. */
  readonly vin?: string | undefined;
}

/**
 * Finds who wants to charge, by the account that a pile or an operator gives. Undefined when the tenant has no such party. Disabled
 * parties are found too, with their state. Runs under the system role, or in a handler within the viewer's scope.
 */
export const findParty = async (tx: Tx, { tenantId, accountType, account, vin }: PartyQuery): Promise<Party | undefined> => {
  switch (accountType) {
    case accounts.card:
    case accounts.password:
      return ofCard(await cardRow(tx, sql`k.tenant_id = ${tenantId} and k.ic_card_no = ${normalizeCardNumber(account)} and not k.is_delete`));
    case accounts.vin:
      return byVin(tx, tenantId, account === '' ? vin : account);
    case accounts.phoneUser:
      return ofCustomer(
        await customerRow(
          tx,
          sql`c.tenant_id = ${tenantId} and plain_phone(c.cust_phone) = ${plainPhone(account)} and c.cust_type = ${sql.lit(custType.items.personal.value)} and not c.is_delete`,
        ),
      );
    default:
      return byVin(tx, tenantId, vin);
  }
};

/** The party of an order or of an operator's choice. A party that has been deleted since is returned as `disabled`. */
export const partyById = async (tx: Tx, kind: MainPartType, id: string): Promise<Party | undefined> => {
  switch (kind) {
    case mainPartType.icCard:
      return ofCard(await cardRow(tx, sql`k.ic_card_id = ${id}`));
    case mainPartType.vehicleVin:
      return ofCar(await carRow(tx, sql`v.car_id = ${id}`));
    case mainPartType.phoneUser:
      return ofCustomer(await customerRow(tx, sql`c.cust_id = ${id} and c.cust_type = ${sql.lit(custType.items.personal.value)}`));
    case mainPartType.agentCustomer:
      return ofCustomer(await customerRow(tx, sql`c.cust_id = ${id} and c.cust_type = ${sql.lit(custType.items.company.value)}`));
  }
};

const byVin = async (tx: Tx, tenantId: string, vin: string | undefined): Promise<Party | undefined> =>
  vin ? ofCar(await carRow(tx, sql`v.tenant_id = ${tenantId} and v.car_vin = ${normalizeVin(vin)} and not v.is_delete`)) : undefined;

/** States in which cards, cars and customers cannot pay. */
const offStates: readonly (number | null)[] = [entityState.disabled, entityState.disused];

const ofCard = (row: PartyRow | undefined): Party | undefined => {
  if (!row) return undefined;
  const icCardId = String(row.partId);
  const ownState =
    row.isDeleted || row.isExpired || offStates.includes(row.ownState) ? 'off' : row.ownState === cardState.items.locked.value ? 'locked' : 'ok';
  return { ...shared(row, ownState), mainPartType: mainPartType.icCard, icCardId, wallet: walletOf(row, { ownerType: 'card', ownerId: icCardId }) };
};

const ofCar = (row: PartyRow | undefined): Party | undefined => {
  if (!row) return undefined;
  const ownState = row.isDeleted || offStates.includes(row.ownState) ? 'off' : 'ok';
  return {
    ...shared(row, ownState),
    mainPartType: mainPartType.vehicleVin,
    wallet: walletOf(row, { ownerType: 'car', ownerId: String(row.partId) }),
  };
};

const ofCustomer = (row: PartyRow | undefined): Party | undefined => {
  if (!row) return undefined;
  const ownState = row.isDeleted || offStates.includes(row.ownState) ? 'off' : 'ok';
  const kind = row.custType === custType.items.personal.value ? mainPartType.phoneUser : mainPartType.agentCustomer;
  return { ...shared(row, ownState), mainPartType: kind, wallet: { ownerType: 'customer', ownerId: String(row.partId) } };
};

const walletOf = (row: PartyRow, ownWallet: Party['wallet']): Party['wallet'] =>
  row.useFundsPool === 1 && row.custId !== null ? { ownerType: 'customer', ownerId: String(row.custId) } : ownWallet;

const shared = (row: PartyRow, ownState: 'ok' | 'locked' | 'off'): Omit<Party, 'mainPartType' | 'wallet'> => {
  const state = stateOf({ ownState, isCustomerOff: offStates.includes(row.custState) });
  const canDiscount = row.canDiscount === 1;
  return {
    mainPartId: String(row.partId),
    tenantId: String(row.tenantId),
    custId: row.custId === null ? null : String(row.custId),
    custName: row.custName,
    userName: row.userName,
    userMobile: row.userMobile,
    icCardId: null,
    icCardNo: row.icCardNo,
    carVin: row.carVin,
    carNum: row.carNum,
    carPileType: row.carPileType,
    state,
    isLockedByErrors: state === 'locked' && row.errorCount >= WRONG_PASSWORDS_MAX,
    isExpired: row.isExpired,
    validUntil: row.validUntil,
    groupTag: groupTagOf(row.custId === null ? null : String(row.custId), { letter: row.carVin === null ? 'c' : 'v', id: String(row.partId) }),
    sealedPassword: row.sealedPassword,
    vipLevelId: row.vipLevelId === null ? null : String(row.vipLevelId),
    vipLevelName: row.vipLevelName,
    vipDiscounts: canDiscount ? row.vipDiscounts : {},
    canDiscount,
    currency: row.currency,
    boundStationIds: row.stationIds.map(String),
    boundPileCodes: row.pileCodes,
  };
};
