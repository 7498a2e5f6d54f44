import { arr } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { bits, code, u } from '../../codec/number.ts';
import { cpFaultType, cpWorkStat, noYes } from '../codes.ts';
import { fromPile, plainReply } from './message.ts';
import { celsius, percent, volt } from '../units.ts';

export const pileInfo = fromPile('pile info', {
  cpWorkStat: brief(code(cpWorkStat)),
  cpFaultType: code(cpFaultType),
  moduleStat: bits(2),
  moduleCount: u(1),
  cabinetTemp: celsius(),
  inputVoltage: arr(3, volt()),
  doorOpen: code(noYes),
  emergencyStop: code(noYes),
  networkKind: u(1),
  signal: percent(),
});

export const pileInfoReply = plainReply('pile info reply');
