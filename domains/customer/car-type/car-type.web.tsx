import { ListPage } from '#kit/web/list/list-page.tsx';
import { carTypeLabels } from './car-type.labels.ts';
import { carType, carTypeApi } from './car-type.ts';

export const CarTypeList = () => <ListPage of={carType} api={carTypeApi} labels={carTypeLabels} columns={columns} form={form} rowActions={actions} />;

const columns = ['carTypeName', 'carBrandLogo', 'electricType', 'chargeVoltage', 'chargeCurrent', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'carBrandName', 'carModel', 'electricType', 'chargeVoltage', 'chargeCurrent', 'carBrandLogo'] as const;
const actions = ['edit', 'delete'] as const;
