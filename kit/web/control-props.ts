/** The props that a form item and its label pass to a control. */
export interface ControlProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-required'?: boolean;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
}

const names = ['id', 'aria-label', 'aria-required', 'aria-invalid', 'aria-describedby'] as const;

/** Only these props of a control, without undefined ones: antd treats an undefined prop as if it were set. */
export const controlOf = (props: { readonly [K in keyof ControlProps]?: ControlProps[K] | undefined }): ControlProps =>
  Object.fromEntries(names.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])));
