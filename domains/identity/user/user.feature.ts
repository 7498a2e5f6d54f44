import { feature } from '#kit/resource/feature.ts';
import { sessionInputLabels } from '../session/session.labels.ts';
import { userInputLabels, userLabels, userRefusals } from './user.labels.ts';
import { user, userApi } from './user.ts';

export const userFeature = feature({
  name: 'user',
  endpointTitles: {
    frozenBatch: ['冻结或解冻', '凍結或解凍', 'freeze or thaw'],
    changePassword: ['重置密码', '重設密碼', 'reset the password'],
    putRecycleBin: ['恢复', '復原', 'restore'],
    deleteRecycleBin: ['彻底删除', '徹底刪除', 'delete for good'],
    userEdit: ['修改本人资料', '修改本人資料', 'change the own details'],
    changeContact: ['更换本人手机或邮箱', '更換本人手機或信箱', 'change the own phone or mailbox'],
  },
  resource: user,
  api: userApi,
  labels: userLabels,
  inputLabels: { ...sessionInputLabels, ...userInputLabels },
  refusals: userRefusals,
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/system/user',
      component: 'identity/UserList',
      title: ['用户管理', '使用者管理', 'Users'],
      icon: 'user',
      group: 'system',
      order: 10,
      allow: 'user:list',
    },
  ],
});
