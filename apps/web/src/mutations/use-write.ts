import type { CallArguments, CallableName } from '@tandem/client'
import type { InputOf, OutputOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { OfflineError, useFailureText } from '../api/failure.ts'
import type { Messages } from '../i18n/messages.ts'
import { say } from '../ui/toasts/toast.tsx'
import { type Call, isKeptName } from './kept-changes.ts'
import { sendInOrder, Withdrawn } from './outbox.ts'

type How = {
  /** Shows the change at once. The returned function reverts it if the service refuses. */
  show?: () => () => void
  /** The title of the message if the write fails. */
  failed: keyof Messages['failed']
  /** Handles a refusal itself; resolves to true if no message is needed. */
  refused?: (failure: unknown) => Promise<boolean>
  /** Offline it is shown, and sent once the network is back, if it is one of those that may wait. */
  waits?: boolean
  /** Identifies a change that waits, for `withdraw`. */
  item?: object
}
export type Write = <N extends CallableName>(name: N, input: InputOf<N>, how: How) => Promise<{ answer: OutputOf<N> } | null>

/**
 * Makes a change: on the screen first, then at the service. Resolves to null if it failed; then the screen is reverted, and a message gives
 * the reason. Offline, only changes that may wait are made, and typed text stays in its field.
 */
export function useWrite(): Write {
  const t = useTranslations('failed')
  const text = useFailureText()
  return async (name, input, { show, failed, refused, waits = false, item }) => {
    const call = waits && isKeptName(name) ? ({ name, input: { ...input, clientMutationId: crypto.randomUUID() } } as Call) : null
    const undo = navigator.onLine || call ? show?.() : undefined
    // The parameters of `call` are the input, optional where it may be empty: the same type, which the compiler cannot see through N.
    const send = () => api.call(name, ...([call?.input ?? input] as unknown as CallArguments<typeof name>))
    try {
      if (call) return { answer: await sendInOrder(send, [call], item) }
      if (!navigator.onLine) throw new OfflineError()
      return { answer: await send() }
    } catch (failure) {
      undo?.()
      if (failure instanceof Withdrawn) return null
      if (!(await refused?.(failure))) say({ title: t(failed), text: text(failure) })
      return null
    }
  }
}
