import { show } from "../dom.ts";
import type { Entry, EntryWatcher } from "./entries.ts";
import { type EntryActions, type EntryView, viewOf } from "./entry_views.ts";

/** The parts of the document that a conversation is drawn in. */
export interface ViewParts {
  /** Scrolls. */
  region: HTMLElement;
  /** Holds the entries. */
  log: HTMLElement;
  /** Brings back earlier entries. */
  earlier: HTMLButtonElement;
}

/** Entries that are drawn at first, and how many scrolling up adds. */
const SHOWN = 120;
const MORE = 80;
/** More than this are drawn only while the person reads earlier ones. */
const MAX_SHOWN = 200;
/** Distance from an end, in pixels, that counts as being there. */
const NEAR = 60;

/** Draws a conversation once per frame, however many lines come in between. */
export class ConversationView implements EntryWatcher {
  readonly #parts: ViewParts;
  readonly #entries: () => readonly Entry[];
  readonly #actions: EntryActions;
  readonly #views = new Map<number, EntryView>();
  readonly #changed = new Set<Entry>();
  /** The first entry that is drawn. */
  #first = 0;
  #isReset = true;
  #isPinned = true;
  #isScheduled = false;
  #isWorking = false;
  /** How far the region was scrolled. */
  #top = 0;
  /** No drawing before this time: a slow frame leaves room for the person's keys. */
  #restUntil = 0;

  constructor(parts: ViewParts, { entries, actions }: { entries: () => readonly Entry[]; actions: EntryActions }) {
    this.#parts = parts;
    this.#entries = entries;
    this.#actions = actions;
    parts.region.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    // A question takes room from the conversation, whose end must stay in sight.
    new ResizeObserver(() => this.#schedule()).observe(parts.region);
    parts.earlier.addEventListener("click", () => this.#showEarlier());
  }

  onChange(entry: Entry): void {
    this.#changed.add(entry);
    this.#schedule();
  }

  onReset(): void {
    this.#isReset = true;
    this.#schedule();
  }

  /** Draws everything again, such as after the rights of the person changed. */
  redraw(): void {
    this.#views.clear();
    this.onReset();
  }

  /** Shows the end of the conversation, and stays there. */
  pin(): void {
    this.#isPinned = true;
    this.#schedule();
  }

  /** A conversation is busy while a turn runs, and until everything of it is drawn. */
  set isWorking(isWorking: boolean) {
    this.#isWorking = isWorking;
    this.#showBusy();
  }

  #showBusy(): void {
    const isBusy = String(this.#isWorking || this.#isScheduled);
    const { log } = this.#parts;
    if (log.ariaBusy !== isBusy) log.ariaBusy = isBusy;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now: number): void {
    if (now < this.#restUntil) return void requestAnimationFrame((next) => this.#frame(next));
    this.#isScheduled = false;
    const start = performance.now();
    this.#draw();
    if (this.#isPinned) this.#parts.region.scrollTop = this.#parts.region.scrollHeight;
    const spent = performance.now() - start;
    this.#restUntil = spent > 8 ? start + 2 * spent : 0;
    this.#showBusy();
  }

  #draw(): void {
    const all = this.#entries();
    const unfinished: Entry[] = [];
    if (this.#isReset) this.#arrange(all, unfinished);
    else if (this.#isPinned && all.length - this.#first > MAX_SHOWN) {
      this.#first = all.length - SHOWN;
      this.#arrange(all, unfinished);
    } else {
      for (const entry of this.#changed) if (!this.#views.has(entry.id)) this.#append(all);
      for (const entry of this.#changed) if (this.#views.get(entry.id)?.update() === false) unfinished.push(entry);
    }
    this.#changed.clear();
    for (const entry of unfinished) this.onChange(entry);
    show(this.#parts.earlier, { when: this.#first > 0 });
  }

  /** Draws the entries that are to be seen, keeps the views that there are, and notes what is not drawn to its end. */
  #arrange(all: readonly Entry[], unfinished: Entry[]): void {
    if (this.#isReset && this.#isPinned) this.#first = Math.max(0, all.length - SHOWN);
    this.#first = Math.min(this.#first, Math.max(0, all.length - 1));
    this.#isReset = false;
    const wanted = all.slice(this.#first);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, view] of this.#views) {
      if (ids.has(id)) continue;
      view.element.remove();
      this.#views.delete(id);
    }
    const { log } = this.#parts;
    let place: ChildNode | null = log.firstChild;
    for (const entry of wanted) {
      const view = this.#view(entry);
      if (view.update() === false) unfinished.push(entry);
      if (view.element === place) place = place.nextSibling;
      else log.insertBefore(view.element, place);
    }
    while (place) {
      const next: ChildNode | null = place.nextSibling;
      place.remove();
      place = next;
    }
  }

  /** Adds the entries after the last one that is drawn. */
  #append(all: readonly Entry[]): void {
    let from = all.length;
    while (from > this.#first && !this.#views.has(all[from - 1].id)) from--;
    for (const entry of all.slice(from)) this.#parts.log.append(this.#view(entry).element);
  }

  #view(entry: Entry): EntryView {
    let view = this.#views.get(entry.id);
    if (!view) this.#views.set(entry.id, view = viewOf(entry, this.#actions));
    return view;
  }

  #onScroll(): void {
    const { region } = this.#parts;
    const isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < NEAR;
    // Only a person scrolls up; the end also moves away when there is less room or more text.
    if (isAtEnd || region.scrollTop < this.#top) this.#isPinned = isAtEnd;
    this.#top = region.scrollTop;
    if (region.scrollTop < NEAR && !this.#isPinned && this.#first > 0) this.#showEarlier();
  }

  /** Draws earlier entries, and leaves what the person reads where it is. */
  #showEarlier(): void {
    const { region } = this.#parts;
    const below = region.scrollHeight - region.scrollTop;
    const unfinished: Entry[] = [];
    this.#first = Math.max(0, this.#first - MORE);
    this.#isPinned = false;
    this.#arrange(this.#entries(), unfinished);
    show(this.#parts.earlier, { when: this.#first > 0 });
    region.scrollTop = region.scrollHeight - below;
    for (const entry of unfinished) this.onChange(entry);
  }
}
