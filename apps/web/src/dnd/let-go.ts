/** In the step after the board has been told of the move: a step earlier the card would be seen, and lose the focus, where it came from. */
export function letGo(hold: (held: null) => void): void {
  setTimeout(() => hold(null))
}
