import { type ClassValue, clsx } from "clsx";

/** Joins class names. Utilities are not merged: a component takes additions from outside, never overrides. */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
