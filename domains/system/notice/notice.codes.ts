import { codeTable } from '#kit/fields/codes.ts';

export const priority = codeTable({
  dictCode: 'priority',
  title: ['优先级', '優先順序', 'Priority'],
  items: {
    low: { value: 'L', words: ['低', '低', 'Low'], tone: 'busy' },
    medium: { value: 'M', words: ['中', '中', 'Medium'], tone: 'warn' },
    high: { value: 'H', words: ['高', '高', 'High'], tone: 'bad' },
  },
});

export const msgCategory = codeTable({
  dictCode: 'msg_category',
  title: ['消息类型', '訊息類型', 'Kind of message'],
  items: {
    announcement: { value: '1', words: ['通知公告', '通知公告', 'Announcement'] },
    system: { value: '2', words: ['系统消息', '系統訊息', 'System message'] },
  },
});

export const msgType = codeTable({
  dictCode: 'msg_type',
  title: ['通告对象', '通告對象', 'Receivers'],
  items: {
    all: { value: 'ALL', words: ['全体用户', '全體使用者', 'Everybody'] },
    user: { value: 'USER', words: ['指定用户', '指定使用者', 'Chosen people'] },
  },
});

export const sendStatus = codeTable({
  dictCode: 'send_status',
  title: ['发布状态', '發布狀態', 'State'],
  items: {
    draft: { value: '0', words: ['未发布', '未發布', 'Draft'], tone: 'quiet' },
    released: { value: '1', words: ['已发布', '已發布', 'Released'], tone: 'good' },
    revoked: { value: '2', words: ['已撤销', '已撤銷', 'Revoked'], tone: 'warn' },
  },
});

/** What opening a notice does, besides showing its text. */
export const openType = codeTable({
  dictCode: 'open_type',
  title: ['打开方式', '開啟方式', 'Opens'],
  items: { component: { value: 'component', words: ['打开页面', '開啟頁面', 'A page'] } },
});

export const readState = codeTable({
  dictCode: 'read_stat',
  title: ['阅读状态', '閱讀狀態', 'Read'],
  items: {
    unread: { value: '0', words: ['未读', '未讀', 'Unread'], tone: 'warn' },
    read: { value: '1', words: ['已读', '已讀', 'Read'], tone: 'quiet' },
  },
});
