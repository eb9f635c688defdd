import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { id: string; name: ReactNode; content: ReactNode }

type Props = {
  tabs: readonly Tab[]
  label: string
  /** The view that is shown, if its page decides on that. */
  shown?: string
  onShow?: (id: string) => void
}

/** Several views of one item, one at a time. */
export function Tabs({ tabs, label, shown, onShow }: Props) {
  return (
    <Base.Root {...(shown === undefined ? { defaultValue: tabs[0]?.id } : { value: shown, onValueChange: onShow })}>
      <Base.List aria-label={label} className="flex gap-4 border-line border-b">
        {tabs.map(({ id, name }) => (
          <Base.Tab
            key={id}
            value={id}
            className="-mb-px flex h-8 items-center gap-1.5 border-transparent border-b-2 font-medium text-ink-3 data-active:border-accent data-active:text-ink pointer-coarse:h-11"
          >
            {name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="rounded-sm pt-3">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
