/** What a form and its label hand to a control. */
export interface ControlProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-required'?: boolean;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}

const names = ['id', 'aria-label', 'aria-required', 'aria-invalid', 'aria-describedby'] as const;

/** These of a control's props, and nothing that was left out: antd draws what is undefined as if it were said. */
export const controlOf = (props: { readonly [K in keyof ControlProps]?: ControlProps[K] | undefined }): ControlProps =>
  Object.fromEntries(names.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])));
