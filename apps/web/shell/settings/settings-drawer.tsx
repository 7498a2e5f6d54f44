import { Button, Drawer, Segmented, Switch } from 'antd';
import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';
import { useStore } from '#kit/web/store.ts';
import type { Store } from '#kit/web/store.ts';
import { PRIMARY } from '#kit/web/theme/theme-store.ts';
import { settingWords as words } from './settings-words.ts';
import { settings, usualSettings } from './settings.ts';
import './settings-drawer.css';

/** The selectable colours, the product's own first. */
const colours: readonly (readonly [string, Words])[] = [
  [PRIMARY, words.daybreak],
  ['#2F54EB', words.geekBlue],
  ['#722ED1', words.purple],
  ['#13C2C2', words.cyan],
  ['#52C41A', words.green],
  ['#FAAD14', words.gold],
  ['#FA541C', words.volcano],
  ['#F5222D', words.red],
];

/** Appearance of the product in this browser. Changes take effect at once. */
export const SettingsDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const [layout, fixedHeader] = [useStore(settings.layout), useStore(settings.fixedHeader)];
  return (
    <Drawer open onClose={onClose} size={340} title={say(words.settings)} rootClassName="co-over" classNames={{ body: 'co-settings' }}>
      <h3>{say(words.appearance)}</h3>
      <Toggle label={words.darkMode} on={useStore(settings.look) === 'dark'} onChange={(on) => settings.look.set(on ? 'dark' : 'light')} />
      <Choice
        label={words.menuTheme}
        store={settings.menuTheme}
        options={[
          ['light', words.light],
          ['dark', words.dark],
        ]}
      />
      <Colours />
      <Toggle label={words.colourWeak} store={settings.colourWeak} />
      <h3>{say(words.layout)}</h3>
      <Choice
        label={words.menuPlace}
        store={settings.layout}
        options={[
          ['sidemenu', words.side],
          ['topmenu', words.top],
        ]}
      />
      <Choice
        label={words.contentWidth}
        store={settings.contentWidth}
        options={[
          ['Fixed', words.fixed],
          ['Fluid', words.fluid],
        ]}
        because={layout === 'topmenu' ? undefined : words.onlyTop}
      />
      <Toggle label={words.fixedHeader} store={settings.fixedHeader} />
      <Toggle label={words.hideHeader} store={settings.hideHeader} because={fixedHeader ? undefined : words.onlyFixedHeader} />
      <Toggle label={words.fixedMenu} store={settings.fixedMenu} because={layout === 'sidemenu' ? undefined : words.onlySide} />
      <Toggle label={words.multiPage} store={settings.multiPage} />
      <Button block onClick={usualSettings}>
        {say(words.usual)}
      </Button>
    </Drawer>
  );
};

interface RowProps {
  readonly label: Words;
  /** Why the setting has no effect now. */
  readonly because?: Words | undefined;
  readonly children: (id: string) => ReactNode;
}

const Row = ({ label, because, children }: RowProps) => {
  const say = useSay();
  const id = useId();
  return (
    <div className="co-setting">
      <span id={id}>
        {say(label)}
        {because && <small>{say(because)}</small>}
      </span>
      {children(id)}
    </div>
  );
};

interface ToggleProps {
  readonly label: Words;
  readonly store?: Store<boolean>;
  readonly on?: boolean;
  readonly onChange?: (on: boolean) => void;
  readonly because?: Words | undefined;
}

const Toggle = ({ label, store, because, on, onChange }: ToggleProps) => (
  <Row label={label} because={because}>
    {(id) =>
      store ? (
        <StoreSwitch store={store} id={id} disabled={because !== undefined} />
      ) : (
        <Switch aria-labelledby={id} checked={on === true} {...(onChange && { onChange })} />
      )
    }
  </Row>
);

const StoreSwitch = ({ store, id, disabled }: { readonly store: Store<boolean>; readonly id: string; readonly disabled: boolean }) => (
  <Switch aria-labelledby={id} checked={useStore(store)} onChange={store.set} disabled={disabled} />
);

interface ChoiceProps<T extends string> {
  readonly label: Words;
  readonly store: Store<T>;
  readonly options: readonly (readonly [T, Words])[];
  readonly because?: Words | undefined;
}

const Choice = <T extends string>({ label, store, options, because }: ChoiceProps<T>) => {
  const say = useSay();
  const value = useStore(store);
  return (
    <Row label={label} because={because}>
      {(id) => (
        <Segmented
          aria-labelledby={id}
          size="small"
          value={value}
          options={options.map(([key, text]) => ({ value: key, label: say(text) }))}
          disabled={because !== undefined}
          onChange={store.set}
        />
      )}
    </Row>
  );
};

const Colours = () => {
  const say = useSay();
  const value = useStore(settings.colour);
  return (
    <Row label={words.colour}>
      {(id) => (
        <fieldset className="co-colours" aria-labelledby={id}>
          {colours.map(([colour, name]) => (
            <button
              key={colour}
              type="button"
              aria-pressed={colour === value}
              aria-label={say(name)}
              title={say(name)}
              style={{ background: colour }}
              onClick={() => settings.colour.set(colour)}
            >
              {colour === value && <CheckOutlined />}
            </button>
          ))}
        </fieldset>
      )}
    </Row>
  );
};
