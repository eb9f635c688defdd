import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../automation/choice.tsx'
import { ActionFields, ActionTexts, actionTypes, newAction } from './action-fields.tsx'
import { Block, Lines } from './block.tsx'
import { type Action, isComplete, type Line, lineOf } from './draft.ts'

const mostActions = 20

type Props = { actions: Line<Action>[]; onChange: (actions: Line<Action>[]) => void; problem: string | null }

/** The actions of the rule, in this order. */
export function ThenPart({ actions, onChange, problem }: Props) {
  const t = useTranslations('automation')
  return (
    <Block word={t('thenTitle')} hint={actions.length === 0 ? t('thenHint') : undefined} problem={problem}>
      <Lines
        label={t('thenTitle')}
        lines={actions}
        onChange={onChange}
        ordered
        nameOf={(at) => (actions[at] ? t(`actions.${actions[at].it.type}`) : '')}
        isIncomplete={(action) => !isComplete(action)}
        Below={ActionTexts}
      >
        {(action, change) => (
          <>
            <ActionChoice label={t('action')} value={action.type} onChoose={(type) => change(newAction(type))} />
            <ActionFields action={action} onChange={change} />
          </>
        )}
      </Lines>
      {actions.length < mostActions && <AddAction onAdd={(type) => onChange([...actions, lineOf(newAction(type))])} />}
    </Block>
  )
}

type ChooseProps = { label: string; value: Action['type'] | ''; placeholder?: string; onChoose: (type: Action['type']) => void }

function ActionChoice({ label, value, placeholder, onChoose }: ChooseProps) {
  const t = useTranslations('automation')
  return (
    <Choice
      label={label}
      value={value}
      {...(placeholder !== undefined && { placeholder })}
      choices={actionTypes.map((type) => [type, t(`actions.${type}`)])}
      onChange={(next) => {
        const type = actionTypes.find((one) => one === next)
        if (type && type !== value) onChoose(type)
      }}
    />
  )
}

function AddAction({ onAdd }: { onAdd: (type: Action['type']) => void }) {
  const t = useTranslations('automation')
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  if (!open)
    return (
      <Button
        size="sm"
        variant="quiet"
        className="-ml-2 justify-self-start"
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => place.current?.querySelector('select')?.focus())
        }}
      >
        <Plus size={14} aria-hidden /> {t('addAction')}
      </Button>
    )
  return (
    <div ref={place}>
      <ActionChoice
        label={t('addAction')}
        value=""
        placeholder={t('whichAction')}
        onChoose={(type) => {
          setOpen(false)
          onAdd(type)
        }}
      />
    </div>
  )
}
