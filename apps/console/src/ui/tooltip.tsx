import {
  cloneElement,
  type DOMAttributes,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { ErrorBoundary } from "react-error-boundary";

const TooltipPopup = lazy(() => import("./tooltip-popup.tsx"));

const OPENS_AFTER_MS = 300;
/** Time to get from the element onto its popup. */
const CLOSES_AFTER_MS = 100;

export type TooltipSide = "top" | "left" | "right";

/** An element that can take the focus, and hands on the props it is given. */
export type TooltipTarget = ReactElement<DOMAttributes<Element>>;

type TooltipProps = {
  content: ReactNode;
  /** What is explained. */
  children: TooltipTarget;
  side?: TooltipSide;
  /** A press shows it too: where pressing does nothing else, as on a control that is held. */
  onPress?: boolean;
};

/**
 * Explains an element on hover and focus. What draws the popup is fetched when the first is looked at: until then a page
 * of a thousand explained cells has neither its code nor its work, and the element itself is never made anew.
 */
export function Tooltip({ content, children, side = "top", onPress = false }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState<{ open: boolean; afterMs: number } | null>(null);
  useEffect(() => {
    if (wish === null) return undefined;
    const timer = setTimeout(setOpen, wish.afterMs, wish.open);
    return () => clearTimeout(timer);
  }, [wish]);

  const turn = (next: boolean, afterMs = 0) => setWish({ open: next, afterMs });
  const close = () => turn(false);
  const leave = () => turn(false, CLOSES_AFTER_MS);
  const own = children.props;

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (event.pointerType === "touch") return;
          setAnchor(event.currentTarget);
          turn(true, OPENS_AFTER_MS);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          // A finger leaves with each press: what it asked for stays until it presses elsewhere.
          if (onPress && event.pointerType === "touch") return;
          leave();
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          if (!onPress) close();
        },
        onClick: (event) => {
          own.onClick?.(event);
          if (!onPress) return;
          setAnchor(event.currentTarget);
          turn(true);
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (!event.currentTarget.matches(":focus-visible")) return;
          setAnchor(event.currentTarget);
          turn(true);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          close();
        },
      })}
      {anchor && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <TooltipPopup
              open={open}
              anchor={anchor}
              side={side}
              onClose={close}
              onPointerEnter={() => turn(true)}
              onPointerLeave={leave}
            >
              {content}
            </TooltipPopup>
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
