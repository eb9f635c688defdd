import type { CallArguments, CallableName } from '@tandem/client'
import type { InputOf, OutputOf } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { api } from '../api/client.ts'
import { OfflineError, useFailureText } from '../api/failure.ts'
import type { Messages } from '../i18n/messages.ts'
import { say } from '../ui/toast.tsx'

type How = {
  /** Shows the change at once; what it returns takes it back when the service refuses. */
  show?: () => () => void
  /** What did not work, as the title of the message. */
  failed: keyof Messages['failed']
  /** Takes a refusal upon itself: true when it has said what there is to say. */
  refused?: (failure: unknown) => Promise<boolean>
}
export type Write = <N extends CallableName>(name: N, input: InputOf<N>, how: How) => Promise<{ answer: OutputOf<N> } | null>

/**
 * Changes something: on the screen first, then at the service. Answers null when it did not work; then the screen is as it was, and a
 * message says why. Offline nothing is sent, and what was typed stays where it is.
 */
export function useWrite(): Write {
  const t = useTranslations('failed')
  const text = useFailureText()
  return async (name, input, { show, failed, refused }) => {
    const undo = navigator.onLine ? show?.() : undefined
    try {
      if (!navigator.onLine) throw new OfflineError()
      // The parameters of `call` are the input, optional where it may be empty: the same type, which the compiler cannot see through N.
      return { answer: await api.call(name, ...([input] as unknown as CallArguments<typeof name>)) }
    } catch (failure) {
      undo?.()
      if (!(await refused?.(failure))) say({ title: t(failed), text: text(failure) })
      return null
    }
  }
}
