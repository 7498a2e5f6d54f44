import { Component } from 'react';
import type { ReactNode } from 'react';

interface GuardProps {
  readonly children: ReactNode;
  /** Drawn instead of what broke; `again` draws that anew. */
  readonly broken: (problem: unknown, retry: () => void) => ReactNode;
}
interface GuardState {
  readonly problem: unknown;
}

/** What breaks below leaves the rest standing. */
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
