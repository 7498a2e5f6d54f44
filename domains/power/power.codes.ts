import { endAction as endActionValues } from '#engines/dispatch/schedule/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** What happens to running sessions when a period ends. */
export const endAction = codeTable({
  dictCode: 'power_end_action',
  title: ['时段结束动作', '時段結束動作', 'At the end of a period'],
  items: {
    nextApplies: { value: endActionValues.nextApplies, words: ['执行下一时段', '執行下一時段', 'Next period applies'] },
    backToRated: { value: endActionValues.backToRated, words: ['恢复额定功率', '恢復額定功率', 'Back to rated power'] },
    stopSessions: { value: endActionValues.stopSessions, words: ['停止充电', '停止充電', 'Stop charging'] },
    keepLimit: { value: endActionValues.keepLimit, words: ['保持原功率至充电结束', '保持原功率至充電結束', 'Keep the limit until it ends'] },
  },
});
