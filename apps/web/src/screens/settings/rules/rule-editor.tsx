import type { Rule } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { newerVersionIn } from '../../../api/failure.ts'
import { queryClient } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { useBoardSettings } from '../board-context.ts'
import { SaveLine } from '../save-line.tsx'
import { type Definition, type Draft, definitionOf, draftOf, isComplete, isSame } from './draft.ts'
import { IfPart } from './if-part.tsx'
import { RuleSentence } from './rule-words.tsx'
import { ThenPart } from './then-part.tsx'
import { TryPart } from './try-part.tsx'
import { WhenPart } from './when-part.tsx'

type Props = { /** Null until saved. */ rule: Rule | null; first: Definition; onSaved: (rule: Rule) => void; onCancel: () => void }

/** The editor of a rule: three parts of a sentence, with a dry run before saving. */
export function RuleEditor({ rule, first, onSaved, onCancel }: Props) {
  const t = useTranslations('automation')
  const { board } = useBoardSettings()
  const { kept, draft, setDraft, put, take, keepMine, keepSaved, definition, isChanged, isReady, newer } = useRuleDraft(rule, first)
  const [isSaved, setSaved] = useState(false)
  const [isChosen, setChosen] = useState(false)
  const form = useForm(async () => {
    const sent = draft
    setChosen(false)
    const saved = rule
      ? await api.call('rule.update', { ruleId: rule.id, ...definition, ifVersion: kept.version }).catch(async (failure: unknown) => {
          if (newerVersionIn(failure) !== null) await queryClient.invalidateQueries({ queryKey: ['rules', board.id] })
          throw failure
        })
      : await api.call('rule.create', { boardId: board.id, ...definition })
    keepSaved(saved, sent)
    setSaved(true)
    await queryClient.invalidateQueries({ queryKey: ['rules', board.id] })
    onSaved(saved)
  })
  /** The refusal of before is answered by the choice. */
  const choosing = (choose: () => void) => () => {
    choose()
    setChosen(true)
  }
  return (
    <>
      <form className="grid gap-3" onSubmit={form.submit}>
        <Field
          label={t('ruleName')}
          placeholder={t('ruleNameHint')}
          required
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => put({ name: event.target.value })}
          problem={form.problemOf('name')}
        />
        <WhenPart trigger={draft.trigger} onChange={(trigger) => put({ trigger })} problem={form.problemOf('trigger')} />
        <IfPart conditions={draft.conditions} onChange={(conditions) => put({ conditions })} problem={form.problemOf('conditions')} />
        <ThenPart actions={draft.actions} onChange={(actions) => put({ actions })} problem={form.problemOf('actions')} />
        {isReady && (
          <p className="text-md">
            <RuleSentence rule={definition} />
          </p>
        )}
        {newer && isChanged ? (
          <ChangedMeanwhile theirs={newer} onMine={choosing(() => keepMine(newer))} onTheirs={choosing(() => take(newer))} />
        ) : null}
        <Problem text={isChosen || (newer && isChanged) ? null : form.problem} />
        <SaveLine
          form={form}
          isChanged={isChanged && isReady && definition.name !== ''}
          isSaved={isSaved}
          onCancel={rule ? () => setDraft(draftOf(kept.definition)) : onCancel}
        />
      </form>
      <div className="mt-8">
        <TryPart rule={definition} isReady={isReady} />
      </div>
    </>
  )
}

type ChangedProps = { theirs: Rule; onMine: () => void; onTheirs: () => void }

/** The rule as someone else has saved it, and the choice between both. */
function ChangedMeanwhile({ theirs, onMine, onTheirs }: ChangedProps) {
  const t = useTranslations('automation')
  const overtaken = useTranslations('overtaken')
  return (
    <div role="status" className="grid gap-2 rounded-md bg-awaiting-soft px-3 py-2 text-awaiting">
      <p>{t('changedMeanwhile')}</p>
      <p className="text-md [overflow-wrap:anywhere]">
        <b className="font-medium">{theirs.name}</b>
        <br />
        <RuleSentence rule={theirs} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTheirs}>
          {t('takeTheirs')}
        </Button>
        <Button size="sm" onClick={onMine}>
          {overtaken('mine')}
        </Button>
      </div>
    </div>
  )
}

/** What is being written, and the version that it began with. */
function useRuleDraft(rule: Rule | null, first: Definition) {
  const [kept, setKept] = useState<{ version: number; definition: Definition }>({ version: rule?.version ?? 0, definition: first })
  const [draft, setDraft] = useState<Draft>(() => draftOf(first))
  const definition = definitionOf(draft)
  const isChanged = rule === null || !isSame(definition, kept.definition)
  const isNarrowed = 'schedule' in draft.trigger || !Object.values(draft.trigger.filters ?? {}).includes('')
  const isReady = isNarrowed && definition.actions.length > 0 && [...definition.conditions, ...definition.actions].every(isComplete)
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const take = (theirs: Rule) => {
    setKept({ version: theirs.version, definition: theirs })
    setDraft(draftOf(theirs))
  }
  /** What was typed while it was being saved stays. */
  const keepSaved = (saved: Rule, sent: Draft) => {
    setKept({ version: saved.version, definition: saved })
    setDraft((now) => (now === sent ? draftOf(saved) : now))
  }
  /** The draft stays and, when it is saved, replaces theirs. */
  const keepMine = (theirs: Rule) => setKept({ version: theirs.version, definition: theirs })
  // Another user has changed it: untouched fields follow.
  const newer = rule !== null && rule.version > kept.version ? rule : null
  if (newer && !isChanged) take(newer)
  // Only switched on or off, or paused: the draft replaces nothing of theirs.
  else if (newer && isSame(newer, kept.definition)) keepMine(newer)
  return { kept, draft, setDraft, put, take, keepMine, keepSaved, definition, isChanged, isReady, newer }
}
