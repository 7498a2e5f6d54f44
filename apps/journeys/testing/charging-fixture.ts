import { carModels } from '#apps/simulator/model/car.ts';
import type { Car } from '#apps/simulator/model/car.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import type { Dial } from '#apps/simulator/pile/channel.ts';
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
const PRICES = { electricity: '6.00000', service: '3.00000', dear: '8.00000' } as const;

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
  const connect = (cpCode: string, protocol: PileOptions['protocol']) => connectPile(product, network, { ...options, cpCode, protocol, rateRuleId });
  const native = await connect('JRN-N1', 'native');
  const v10 = await connect('JRN-V1', 'v1.0');
  const ocpp = await connect('JRN-O1', 'ocpp16');
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

export interface ConnectedPile extends Partial<Omit<PileOptions, 'dial'>> {
  readonly cpCode: string;
  readonly protocol: PileOptions['protocol'];
  readonly rateRuleId: string;
  /** Changes how it reaches the platform. */
  readonly through?: (dial: Dial) => Dial;
}

/** Adds a fast pile to North One, and connects a virtual one in its place. */
export const connectPile = async (
  { ports }: Product,
  network: TestNetwork,
  { rateRuleId, through = (dial) => dial, ...options }: ConnectedPile,
): Promise<Pile> => {
  const { cpCode, protocol, gunCount = 1 } = options;
  const isOcpp = protocol === 'ocpp16';
  const pile = createPile({
    kind: 'dc',
    ratedW: RATED_KW * 1_000,
    gunTimes: { startMs: [300, 600] },
    encryptionMode: isOcpp ? 0 : 1,
    ...options,
    secret: await addPile(network, rateRuleId, { cpCode, protocol: isOcpp ? 2 : 1, gunCount }),
    dial: through(isOcpp ? webSocketDial({ url: `ws://127.0.0.1:${ports.ocpp}/ocpp` }) : tcpDial({ host: '127.0.0.1', port: ports.pile })),
  });
  pile.open();
  return pile;
};

/** A car with a third of its battery charged. */
export const aCar = (vin: string): Car => {
  const [model] = carModels;
  if (!model) throw new Error('the simulator knows no car');
  return { model, vin, socPercent: 33, batteryC: 20 };
};

/** A rate rule of 8.10 a kWh; from `dearFrom` on, a time such as `17:30`, it costs 9.90 until midnight. */
export const addPrices = async ({ tenant }: TestNetwork, rateRuleName = 'Journey prices', dearFrom?: string): Promise<string> => {
  const { rateRuleId } = await tenant.ok(rateRuleApi.add, { rateRuleName });
  const fee = (rateType: number, rate: string, dearRate = rate) => ({
    rateType,
    billMode: 1,
    periods: [
      { startTime: '00:00', rateStage: 3, rateDiscount: 90, rate },
      ...(dearFrom === undefined ? [] : [{ startTime: dearFrom, rateStage: 2, rateDiscount: 90, rate: dearRate }]),
    ],
  });
  await tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [fee(1, PRICES.electricity, PRICES.dear), fee(2, PRICES.service)] });
  await tenant.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await tenant.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  return rateRuleId;
};

/** Zero would switch the reports of the battery off. */
const BMS_INTERVALS = { bmsHandshakeInterval: 60, bmsParameterInterval: 60, bmsChargingInterval: 1, bmsEndInterval: 60 } as const;

const addPile = async (
  { tenant, stations }: TestNetwork,
  rateRuleId: string,
  { cpCode, protocol, gunCount }: { readonly cpCode: string; readonly protocol: 1 | 2; readonly gunCount: number },
): Promise<string> => {
  const cpPower = RATED_KW.toFixed(1);
  const draft = {
    cpCode,
    stationId: stations['North One'],
    cpName: `${cpCode} fast`,
    cpType: 1,
    protocol,
    gunCount,
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
