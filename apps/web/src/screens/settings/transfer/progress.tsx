type Props = { label: string /** From 0 to 1; null while unknown. */; share: number | null }

/** A progress bar. */
export function Progress({ label, share }: Props) {
  return (
    <progress
      aria-label={label}
      {...(share !== null && { value: share, max: 1 })}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
    />
  )
}
