import { carModels } from '#apps/simulator/model/car.ts';
import type { Car } from '#apps/simulator/model/car.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import type { PileOptions } from '#apps/simulator/pile/create.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import type { TestNetwork } from './test-network.ts';
import type { Product } from './product.ts';

/** A connected fast pile of each protocol, and of both variants of the native one, at North One, with a rate rule, and for each a card with a balance. */
export interface ChargingFixture {
  readonly native: Pile;
  readonly v10: Pile;
  readonly ocpp: Pile;
  readonly cards: Readonly<Record<'native' | 'v10' | 'ocpp', { readonly no: string }>>;
  readonly close: () => void;
}

const RATED_KW = 120;
/** High enough that a few seconds of charging cost at least a cent. */
const PRICES = { electricity: '6.00000', service: '3.00000' } as const;

export const openChargingFixture = async (
  product: Product,
  network: TestNetwork,
  options: Pick<PileOptions, 'time' | 'offlineAfterMs' | 'outlet'> = {},
): Promise<ChargingFixture> => {
  const rateRuleId = await addPrices(network);
  const { custId } = await network.tenant.ok(customerApi.add, {
    custName: 'Journey Taxi',
    custType: 1,
    custPhone: '13800000001',
    agentId: network.agents.north,
  });
  const cards = {
    native: await addCard(network, { custId, no: '80001' }),
    ocpp: await addCard(network, { custId, no: '80002' }),
    v10: await addCard(network, { custId, no: '80003' }),
  };
  const common = { ...options, kind: 'dc', ratedW: RATED_KW * 1_000, gunCount: 1, gunTimes: { startMs: [300, 600] } } as const;
  const overTcp = async (cpCode: string, protocol: 'native' | 'v1.0') =>
    createPile({
      ...common,
      cpCode,
      protocol,
      encryptionMode: 1,
      secret: await addPile(network, rateRuleId, { cpCode, protocol: 1 }),
      dial: tcpDial({ host: '127.0.0.1', port: product.ports.pile }),
    });
  const native = await overTcp('JRN-N1', 'native');
  const v10 = await overTcp('JRN-V1', 'v1.0');
  const ocpp = createPile({
    ...common,
    cpCode: 'JRN-O1',
    protocol: 'ocpp16',
    secret: await addPile(network, rateRuleId, { cpCode: 'JRN-O1', protocol: 2 }),
    dial: webSocketDial({ url: `ws://127.0.0.1:${product.ports.ocpp}/ocpp` }),
  });
  for (const pile of [native, v10, ocpp]) pile.open();
  return {
    native,
    v10,
    ocpp,
    cards,
    close: () => {
      for (const pile of [native, v10, ocpp]) pile.close();
    },
  };
};

/** A car with a third of its battery charged. */
export const aCar = (vin: string): Car => {
  const [model] = carModels;
  if (!model) throw new Error('the simulator knows no car');
  return { model, vin, socPercent: 33, batteryC: 20 };
};

const addPrices = async ({ tenant }: TestNetwork): Promise<string> => {
  const { rateRuleId } = await tenant.ok(rateRuleApi.add, { rateRuleName: 'Journey prices' });
  const fee = (rateType: number, rate: string) => ({
    rateType,
    billMode: 1,
    periods: [{ startTime: '00:00', rateStage: 3, rateDiscount: 90, rate }],
  });
  await tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [fee(1, PRICES.electricity), fee(2, PRICES.service)] });
  await tenant.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await tenant.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return rateRuleId;
};

/** Zero would switch the reports of the battery off. */
const BMS_INTERVALS = { bmsHandshakeInterval: 60, bmsParameterInterval: 60, bmsChargingInterval: 1, bmsEndInterval: 60 } as const;

const addPile = async (
  { tenant, stations }: TestNetwork,
  rateRuleId: string,
  { cpCode, protocol }: { readonly cpCode: string; readonly protocol: 1 | 2 },
): Promise<string> => {
  const cpPower = RATED_KW.toFixed(1);
  const draft = {
    cpCode,
    stationId: stations['North One'],
    cpName: `${cpCode} fast`,
    cpType: 1,
    protocol,
    gunCount: 1,
    cpPower,
    accountMinAmount: '1.00',
  };
  await tenant.ok(pileApi.add, draft);
  await tenant.ok(pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId });
  await tenant.ok(pileApi.changeState, { entityId: cpCode, setState: 1 });
  const profile = await tenant.ok(pileProfileApi.queryById, { id: cpCode });
  await tenant.ok(pileProfileApi.edit, { cpCode, version: profile.version, chargingInterval: 1, ...BMS_INTERVALS });
  return (await tenant.ok(pileApi.renewSecret, { cpCode })).encryptionSecret ?? '';
};

const addCard = async (
  { tenant, agents }: TestNetwork,
  { custId, no }: { readonly custId: string; readonly no: string },
): Promise<ChargingFixture['cards']['native']> => {
  const { icCardId } = await tenant.ok(cardApi.add, { icCardNo: no, custId, cardPeople: 'Mei', canDiscount: 1, agentId: agents.north });
  await tenant.ok(rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '500.00', payMethod: 0 });
  return { no };
};
