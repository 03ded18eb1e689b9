// A part of the page that is refreshed when the sandbox has changed.

export interface View {
  readonly root: HTMLElement
  readonly update: () => Promise<void>
}

/** A function that replaces the content of an element when what it is made of has changed, so that nobody loses their place. */
export function replacer<Data>(root: HTMLElement, render: (data: Data) => Node[]): (data: Data) => void {
  let before = ''
  return (data) => {
    const text = JSON.stringify(data)
    if (text === before) return
    before = text
    root.replaceChildren(...render(data))
  }
}
