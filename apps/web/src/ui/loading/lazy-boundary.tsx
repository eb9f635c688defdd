import { TandemError } from '@tandem/contract'
import { Component, type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../api/failure.ts'
import { reloadIfThere } from '../../live/current-page.ts'
import { ErrorState } from '../error-state.tsx'
import { atEdge, PlainToast } from '../toasts/plain-toasts.tsx'
import { fields, isForDialog } from './hold-keys.ts'
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

/**
 * A part of a page that is fetched later. If it cannot be shown, its place shows why, and the rest of the page stays. `atEdge` = nothing
 * around it has the space at the edge of a page.
 */
export function LazyInPlace({ children, fallback, ...more }: Props & { atEdge?: boolean }) {
  return (
    <Boundary {...more} fallback={fallback} Failed={InPlace}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

/**
 * A part in front of the page, such as a dialog. If it cannot be shown, the edge of the screen shows why; `instead` is shown too, such as
 * the button that opens it, which then counts its uses as `of`. `onClose` is for what the user opened: it is also called with the next
 * press elsewhere, so that its key or button opens it anew.
 */
export function LazyInFront({ children, fallback, ...more }: Props & { onClose?: () => void }) {
  return (
    <Boundary {...more} fallback={fallback} Failed={AtEdge}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

type FailedProps = {
  failure: unknown
  onRetry: () => Promise<void>
  instead?: ReactNode
  atEdge?: boolean
  onClose?: (() => void) | undefined
}
type BoundaryProps = Props & { atEdge?: boolean; onClose?: () => void; Failed: ComponentType<FailedProps> }
type BoundaryState = { failed: { failure: unknown; isOffline: boolean } | null; isRetrying: boolean; of: unknown }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  /** The user pressed “Try again”. */
  private isAsked = false

  override state: BoundaryState = { failed: null, isRetrying: false, of: this.props.of }

  static getDerivedStateFromError(failure: unknown): Partial<BoundaryState> {
    return { failed: { failure, isOffline: !navigator.onLine } }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return of === state.of ? null : { failed: null, isRetrying: false, of }
  }

  override componentDidMount(): void {
    addEventListener('online', this.online)
    this.tryAgain()
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.of !== this.props.of) this.tryAgain()
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.online)
  }

  /**
   * Shows what still fails. The next press elsewhere has closed what was in front, but not a menu, which stands with its button: it must not
   * come in front of what the user does now, so its code is fetched for its next use.
   */
  readonly online = (): void => {
    const { failed } = this.state
    if (!this.props.onClose || !this.props.instead) return this.tryAgain()
    if (!failed || !hasFailed(failed.failure)) return
    void loadFailed(failed.failure).then((isThere) => {
      if (isThere && !this.isAsked && failed === this.state.failed) this.props.onClose?.()
    })
  }

  /** Loads a failed part again on its next use or when the network is back. Unlike `retry`, it never reloads the page: the user did not ask. */
  readonly tryAgain = (): void => {
    const { failed } = this.state
    if (!failed || !navigator.onLine || !hasFailed(failed.failure)) return
    const { of } = this.props
    this.setState({ isRetrying: true })
    // If loading fails again, rendering the part throws again.
    void loadFailed(failed.failure).then(() => of === this.props.of && this.setState({ failed: null, isRetrying: false }))
  }

  readonly retry = async (): Promise<void> => {
    this.isAsked = true
    // Some browsers keep the failure of an import until the page is loaded anew, and an upgrade may have removed the file.
    if (await loadFailed(this.state.failed?.failure)) this.setState({ failed: null })
    else await reloadIfThere()
    this.isAsked = false
  }

  override render(): ReactNode {
    const { failed, isRetrying } = this.state
    const { Failed, fallback, instead, atEdge = false, onClose, children } = this.props
    if (failed && isRetrying) return fallback
    if (!failed) return children
    const failure = failed.isOffline ? unreachable(failed.failure) : failed.failure
    return <Failed failure={failure} onRetry={this.retry} instead={instead} atEdge={atEdge} onClose={onClose} />
  }
}

const unreachable = (cause: unknown) =>
  new TandemError('unavailable', 'This part of the page cannot be fetched. Try again.', { reason: undefined, cause })

function InPlace({ failure, onRetry, instead, atEdge = false }: FailedProps) {
  return instead ?? <ErrorState atEdge={atEdge} failure={failure} onRetry={onRetry} />
}

/** Needs no code that is fetched, which may be missing too. */
function AtEdge({ failure, onRetry, instead, onClose }: FailedProps) {
  const t = useTranslations('failure')
  const text = useFailureText()(failure)
  // Outside the open dialog it could not be reached.
  const [place] = useState(() => document.activeElement?.closest('[role=dialog]:has([data-dialog-header])') ?? document.body)
  const note = useRef<HTMLDivElement>(null)
  useNextPress(note, instead ? undefined : onClose)
  const shown = (
    <div ref={note} role="alert" className={atEdge}>
      <PlainToast title={t('title')} text={text} action={{ name: t('retry'), run: () => void onRetry() }} onClose={onClose} />
    </div>
  )
  return (
    <>
      {instead}
      {createPortal(shown, place)}
    </>
  )
}

/** Calls `onPress` before the next press outside the note acts. Somebody who writes, or goes to the note with Tab, does not use the page yet. */
function useNextPress(note: RefObject<HTMLElement | null>, onPress: (() => void) | undefined): void {
  useEffect(() => {
    if (!onPress) return undefined
    const press = (event: Event) => {
      const at = event.target instanceof Element ? event.target : null
      if (note.current?.contains(at)) return
      if (event instanceof KeyboardEvent && (!isForDialog(event) || at?.closest(fields))) return
      flushSync(onPress)
    }
    addEventListener('click', press, { capture: true })
    addEventListener('keydown', press, { capture: true })
    return () => {
      removeEventListener('click', press, { capture: true })
      removeEventListener('keydown', press, { capture: true })
    }
  }, [note, onPress])
}
