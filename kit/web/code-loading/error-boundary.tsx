import { Component } from 'react';
import type { ReactNode } from 'react';

interface GuardProps {
  readonly children: ReactNode;
  /** Drawn in place of the children after an error; `retry` draws the children again. */
  readonly broken: (problem: unknown, retry: () => void) => ReactNode;
}
interface GuardState {
  readonly problem: unknown;
}

/** Limits an error in its children to this part of the page. */
export class ErrorBoundary extends Component<GuardProps, GuardState> {
  override state: GuardState = { problem: undefined };
  static getDerivedStateFromError(problem: unknown): GuardState {
    return { problem: problem ?? new Error('it broke without a word') };
  }
  override render(): ReactNode {
    const { problem } = this.state;
    return problem === undefined ? this.props.children : this.props.broken(problem, () => this.setState({ problem: undefined }));
  }
}
