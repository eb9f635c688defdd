import { TandemError } from '@tandem/contract'
import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { reloadIfThere } from '../../live/current-page.ts'
import { ErrorState } from '../error-state.tsx'
import { atEdge, PlainToast } from '../toasts/plain-toasts.tsx'
import { hasFailed, loadFailed } from './lazy-part.ts'

type Props = {
  children: ReactNode
  /** Shown while the code is fetched. */
  fallback?: ReactNode
  /** Takes the place of the part that cannot be shown, without words. */
  instead?: ReactNode
  /** Identifies the part, or one use of it. When it changes after a failure, the part is loaded again without a click. */
  of?: unknown
}

/** A part of a page that is fetched later. If it cannot be shown, its place shows why, and the rest of the page stays. */
export function LazyInPlace({ children, fallback, ...more }: Props) {
  return (
    <Boundary {...more} fallback={fallback} Failed={InPlace}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

/**
 * A part in front of the page, such as a dialog. If it cannot be shown, the edge of the screen shows why; `instead` is shown too, such as
 * the button that opens it.
 */
export function LazyInFront({ children, fallback, ...more }: Props & { onClose?: () => void }) {
  return (
    <Boundary {...more} fallback={fallback} Failed={AtEdge}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

type FailedProps = { failure: unknown; onRetry: () => Promise<void>; instead?: ReactNode; onClose?: (() => void) | undefined }
type BoundaryProps = Props & { onClose?: () => void; Failed: ComponentType<FailedProps> }
type BoundaryState = { failed: { failure: unknown } | null; isRetrying: boolean; of: unknown }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, isRetrying: false, of: this.props.of }

  static getDerivedStateFromError(failure: unknown): Partial<BoundaryState> {
    return { failed: { failure: navigator.onLine ? failure : unreachable(failure) } }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { failed: null, isRetrying: false, of }
  }

  override componentDidMount(): void {
    addEventListener('online', this.tryAgain)
    this.tryAgain()
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.of !== this.props.of) this.tryAgain()
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.tryAgain)
  }

  /** Loads a failed part again on its next use or when the network is back. Unlike `retry`, it never reloads the page: the user did not ask. */
  readonly tryAgain = (): void => {
    if (!this.state.failed || !navigator.onLine || !hasFailed()) return
    const { of } = this.props
    this.setState({ isRetrying: true })
    // If loading fails again, rendering the part throws again.
    void loadFailed().then(() => of === this.props.of && this.setState({ failed: null, isRetrying: false }))
  }

  readonly retry = async (): Promise<void> => {
    // Some browsers keep the failure of an import until the page is loaded anew, and an upgrade may have removed the file.
    if (await loadFailed()) this.setState({ failed: null })
    else await reloadIfThere()
  }

  override render(): ReactNode {
    const { failed, isRetrying } = this.state
    const { Failed, fallback, instead, onClose, children } = this.props
    if (failed && isRetrying) return fallback
    return failed ? <Failed failure={failed.failure} onRetry={this.retry} instead={instead} onClose={onClose} /> : children
  }
}

const unreachable = (cause: unknown) =>
  new TandemError('unavailable', 'This part of the page cannot be fetched. Try again.', { reason: undefined, cause })

function InPlace({ failure, onRetry, instead }: FailedProps) {
  return instead ?? <ErrorState failure={failure} onRetry={onRetry} />
}

/** Needs no code that is fetched, which may be missing too. */
function AtEdge({ failure, onRetry, instead, onClose }: FailedProps) {
  const t = useTranslations('failure')
  const text = useFailureText()(failure)
  // Outside the open dialog it could not be reached.
  const [place] = useState(() => document.activeElement?.closest('[role=dialog]:has([data-dialog-header])') ?? document.body)
  const note = (
    <div role="alert" className={atEdge}>
      <PlainToast title={t('title')} text={text} action={{ name: t('retry'), run: () => void onRetry() }} onClose={onClose} />
    </div>
  )
  return (
    <>
      {instead}
      {createPortal(note, place)}
    </>
  )
}
