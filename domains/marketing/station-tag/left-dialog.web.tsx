import { Modal } from 'antd';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { stationTagLabels, stationTagWords } from './station-tag.labels.ts';
import type { ShowAnswer } from './station-tag.ts';

/** The stations that a batch left as they are, each with the reason. */
export const LeftDialog = ({ answer, onClose }: { readonly answer: ShowAnswer; readonly onClose: () => void }) => {
  const say = useSay();
  return (
    <Modal
      open
      title={say(stationTagWords.left, { n: answer.left.length })}
      onCancel={onClose}
      onOk={onClose}
      okText={say(words.close)}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <p className="co-hint">{say(stationTagWords.leftHint, { n: answer.done.length })}</p>
      <table className="st-table">
        <thead>
          <tr>
            <th>{say(stationTagLabels.fields.stationName)}</th>
            <th>{say(words.bulkReason)}</th>
          </tr>
        </thead>
        <tbody>
          {answer.left.map(({ stationId, stationName, reason }) => (
            <tr key={stationId}>
              <th scope="row">{stationName}</th>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
};
