import { tlv } from '../../codec/composite.ts';
import { brief } from '../../codec/kind.ts';
import { parameterKinds } from '../parameters.ts';
import { command } from './command.ts';
import { gunNumber } from '../units.ts';

export const setParameter = command('set parameter', { gunNumber: gunNumber(), parameter: brief(tlv(parameterKinds)) });
