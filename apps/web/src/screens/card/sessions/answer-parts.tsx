import type { OpenQuestion } from '@tandem/contract'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

/** The types that the answer forms share. */
export type Given = { answer: string; note?: string } | { answers: string[] }

export type Sending = {
  question: OpenQuestion
  /** The answer that is being sent. */
  sending: string | null
  send: (given: Given, what: string) => Promise<boolean>
}

export const Options = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-2">
    {children}
  </div>
)

export const Option = (props: {
  busy?: boolean
  disabled?: boolean
  'aria-pressed'?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <Button
    {...props}
    className="h-auto! min-h-8 max-w-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong whitespace-normal! py-1 text-left [overflow-wrap:anywhere]"
  />
)
