/** A tab and the panel that it shows. */
export interface TabPair {
  tab: HTMLElement;
  panel: HTMLElement;
  /** Called when the panel is shown. */
  onShow?: () => void;
}

/** Tabs with the keys that people expect: arrows move, Home and End go to the ends. */
export class Tabs {
  readonly #pairs: readonly TabPair[];

  constructor(pairs: readonly TabPair[]) {
    this.#pairs = pairs;
    for (const pair of pairs) {
      pair.tab.addEventListener("click", () => this.select(pair));
      pair.tab.addEventListener("keydown", (event) => this.#onKey(event, pair));
    }
  }

  select(chosen: TabPair): void {
    for (const { tab, panel } of this.#pairs) {
      const isChosen = tab === chosen.tab;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
    }
    chosen.onShow?.();
  }

  #onKey(event: KeyboardEvent, pair: TabPair): void {
    const shown = this.#pairs.filter(({ tab }) => !tab.hidden);
    const at = shown.indexOf(pair);
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % shown.length,
      ArrowLeft: (at + shown.length - 1) % shown.length,
      Home: 0,
      End: shown.length - 1,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(shown[next]);
    shown[next].tab.focus();
  }
}
