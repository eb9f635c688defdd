import type { BoardOutline } from '@tandem/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { outlineQuery, rereadOutline } from '../../../api/settings-queries.ts'
import { type Send, saveLine } from '../../../mutations/texts/save-text.ts'
import { useRewriting } from '../../../mutations/texts/use-rewriting.ts'
import { useWrite } from '../../../mutations/use-write.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Problem, useForm } from '../../../ui/form/form.tsx'
import { LabelDot } from '../../../ui/label-color.tsx'
import { Overtaken } from '../../../ui/text/overtaken.tsx'
import { useBoardSettings } from '../board-context.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Page, Row, Rows } from '../page.tsx'
import { ColorButton } from './color-button.tsx'

type Label = BoardOutline['labels'][number]

/** The labels of the board. */
export function LabelsPage() {
  const t = useTranslations('settings.labels')
  const { board, mayWrite } = useBoardSettings()
  const labels = board.labels.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <Page title={t('title')} intro={t('intro')}>
      {mayWrite && <NewLabel />}
      {labels.length === 0 ? (
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      ) : (
        <Rows label={t('title')}>
          {labels.map((label) => (
            <LabelRow key={label.id} label={label} />
          ))}
        </Rows>
      )}
    </Page>
  )
}

function NewLabel() {
  const t = useTranslations('settings.labels')
  const { board } = useBoardSettings()
  const [color, setColor] = useState('blue')
  const [name, setName] = useState('')
  const form = useForm(async () => {
    await api.call('label.create', { boardId: board.id, name, color })
    setName('')
    await rereadOutline(board.id)
  })
  return (
    <form className="mb-5 grid max-w-md gap-2" onSubmit={form.submit}>
      <div className="flex items-end gap-2">
        <ColorButton label={t('colour')} color={color} onPick={setColor} className="h-9" />
        <Field
          data-commands
          className="flex-1"
          label={t('new')}
          required
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={form.busy} className="h-9">
          {t('add')}
        </Button>
      </div>
      <Problem text={form.problem ?? form.problemOf('name') ?? form.problemOf('color')} />
    </form>
  )
}

function LabelRow({ label }: { label: Label }) {
  const t = useTranslations('settings.labels')
  const { mayWrite } = useBoardSettings()
  const change = useChangeLabel(label)
  const [deleting, setDeleting] = useState(false)
  return (
    <Row
      lead={
        mayWrite ? (
          <ColorButton label={t('colourOf', { name: label.name })} color={label.color} onPick={(color) => void change({ color })} />
        ) : (
          <LabelDot color={label.color} size="md" />
        )
      }
      title={
        <InlineName
          label={t('nameOf', { name: label.name })}
          name={label.name}
          onRename={(name, ifName, refused) => change({ name, ifName }, refused)}
          disabled={!mayWrite}
        />
      }
    >
      {mayWrite && (
        <IconButton label={t('delete', { name: label.name })} icon={<Trash2 size={16} aria-hidden />} onClick={() => setDeleting(true)} />
      )}
      {deleting && <DeleteLabel label={label} onClose={() => setDeleting(false)} />}
    </Row>
  )
}

type Change = Partial<Pick<Label, 'name' | 'color'>> & { ifName?: string }

function useChangeLabel(label: Label): (change: Change, refused?: Parameters<Send>[2]) => Promise<boolean> {
  const { board } = useBoardSettings()
  const write = useWrite()
  const { queryKey } = outlineQuery(board.id)
  const put = (values: Partial<Label>) =>
    queryClient.setQueryData(
      queryKey,
      (now) => now && { ...now, labels: now.labels.map((one) => (one.id === label.id ? { ...one, ...values } : one)) },
    )
  return async ({ ifName, ...change }, refused) => {
    const show = () => {
      put(change)
      return () => put(label)
    }
    const input = { labelId: label.id, ...change, ...(ifName !== undefined && { ifName }) }
    const done = await write('label.update', input, { failed: 'edit', show, ...(refused && { refused }) })
    await rereadOutline(board.id)
    return done !== null
  }
}

function DeleteLabel({ label, onClose }: { label: Label; onClose: () => void }) {
  const t = useTranslations('settings.labels')
  const { board } = useBoardSettings()
  const remove = async () => {
    await api.call('label.delete', { labelId: label.id })
    await rereadOutline(board.id)
  }
  return (
    <ConfirmDialog title={t('deleteTitle', { name: label.name })} action={t('deleteAct')} onConfirm={remove} onClose={onClose}>
      <p>{t('deleteWarning')}</p>
    </ConfirmDialog>
  )
}

type Props = { label: string; name: string; maxLength?: number; onRename: Send; disabled?: boolean }

/** A name that is edited in place. */
function InlineName({ label, name, maxLength = 200, onRename, disabled = false }: Props) {
  const { field, overtaken } = useRewriting({ kept: name, save: (text, base) => saveLine(onRename, 'name', { text, base }) })
  if (disabled) return <span className="truncate">{name}</span>
  return (
    <div className="w-full min-w-0">
      <input
        {...field}
        aria-label={label}
        maxLength={maxLength}
        autoComplete="off"
        className={classes(
          'h-8 w-full min-w-0 rounded-md border border-transparent bg-transparent px-1.5 font-medium text-md hover:border-line-strong pointer-coarse:h-11',
          'focus:border-line-strong focus:bg-surface',
        )}
      />
      {overtaken && <Overtaken {...overtaken} />}
    </div>
  )
}
